import type cards from './authenticators/cards.json'
import type devices from './authenticators/devices.json'
import type mails from './authenticators/mails.json'
import type proof from './authenticators/proof.json'
import type radius from './authenticators/radius.json'

/** One line for each file of `en/authenticators/`: `subject: typeof subject`. */
export interface Authenticators {
  cards: typeof cards
  devices: typeof devices
  mails: typeof mails
  proof: typeof proof
  radius: typeof radius
}
