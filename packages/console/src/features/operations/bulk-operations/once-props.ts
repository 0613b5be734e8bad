/** What was told before the file, by the names of columns. */
export type Told = Readonly<Record<string, string>>

export interface OnceProps {
  readonly told: Told
  readonly onChange: (told: Told) => void
}
