import type emailTemplates from './customization/emailTemplates.json'
import type theme from './customization/theme.json'

/** One line for each file of `en/customization/`: `subject: typeof subject`. */
export interface Customization {
  emailTemplates: typeof emailTemplates
  theme: typeof theme
}
