import { Message } from "../parts/dialog.js";
import { NotLoaded } from "./not-loaded.js";

interface NotLoadedDialogProps {
  /** What could not be loaded. */
  readonly title: string;
  readonly load: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Something that was chosen on any page could not be loaded. */
export const NotLoadedDialog = ({ title, load, onClose }: NotLoadedDialogProps) => (
  <Message title={title} onClose={onClose}>
    <div class="dialog-body">
      <h2>{title}</h2>
      <NotLoaded load={load} />
    </div>
  </Message>
);
