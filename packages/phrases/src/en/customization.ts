/** One line for each file of `en/customization/`: `subject: typeof subject`. */
export type Customization = Record<never, never>
