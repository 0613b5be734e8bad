/** One line for each file of `en/settings/`: `subject: typeof subject`. */
export type Settings = Record<never, never>
