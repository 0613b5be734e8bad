/* Written by `npm run modules`. */
import type emailTemplates from './customization/emailTemplates.json'
import type theme from './customization/theme.json'

/** The texts of `en/customization/`, by file. */
export interface Customization {
  emailTemplates: typeof emailTemplates
  theme: typeof theme
}
