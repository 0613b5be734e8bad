/** One line for each file of `en/serviceProvider/`: `subject: typeof subject`. */
export type ServiceProvider = Record<never, never>
