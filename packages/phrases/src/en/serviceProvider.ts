/* Written by `npm run modules`. */

/** There is no file in `en/serviceProvider/` yet. */
export type ServiceProvider = Record<never, never>
