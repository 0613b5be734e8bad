/* Written by `npm run modules`. */
import type actions from './common/actions.json'
import type confirm from './common/confirm.json'
import type crash from './common/crash.json'
import type duration from './common/duration.json'
import type errors from './common/errors.json'
import type footer from './common/footer.json'
import type form from './common/form.json'
import type help from './common/help.json'
import type keys from './common/keys.json'
import type list from './common/list.json'
import type menu from './common/menu.json'
import type messages from './common/messages.json'
import type notices from './common/notices.json'
import type pages from './common/pages.json'
import type palette from './common/palette.json'
import type product from './common/product.json'
import type session from './common/session.json'
import type shell from './common/shell.json'
import type states from './common/states.json'
import type terms from './common/terms.json'
import type validation from './common/validation.json'

/** The texts of `en/common/`, by file. */
export interface Common {
  actions: typeof actions
  confirm: typeof confirm
  crash: typeof crash
  duration: typeof duration
  errors: typeof errors
  footer: typeof footer
  form: typeof form
  help: typeof help
  keys: typeof keys
  list: typeof list
  menu: typeof menu
  messages: typeof messages
  notices: typeof notices
  pages: typeof pages
  palette: typeof palette
  product: typeof product
  session: typeof session
  shell: typeof shell
  states: typeof states
  terms: typeof terms
  validation: typeof validation
}
