/* Written by `npm run modules`. */
import type cards from './authenticators/cards.json'
import type devices from './authenticators/devices.json'
import type mails from './authenticators/mails.json'
import type proof from './authenticators/proof.json'
import type radius from './authenticators/radius.json'

/** The texts of `en/authenticators/`, by file. */
export interface Authenticators {
  cards: typeof cards
  devices: typeof devices
  mails: typeof mails
  proof: typeof proof
  radius: typeof radius
}
