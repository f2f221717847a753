/** What every page is given. */
export interface PageProps {
  readonly onPassword: (password: string) => Promise<void>;
}
