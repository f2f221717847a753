/** The props of every page. */
export interface PageProps {
  readonly onPassword: (password: string, account?: string) => Promise<void>;
}
