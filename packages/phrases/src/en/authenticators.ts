import type mails from './authenticators/mails.json'
import type proof from './authenticators/proof.json'

/** One line for each file of `en/authenticators/`: `subject: typeof subject`. */
export interface Authenticators {
  mails: typeof mails
  proof: typeof proof
}
