import { expect, it } from 'vitest'
import { chosenIdentifierFault } from './chosen-identifiers.ts'
import { normaliseIdentifier } from './precis.ts'

it.each([
  ['ada', null],
  ['ada.lovelace-2', null],
  ['o_neill', null],
  ['jürgen', null],
  ['мария', null],
  ['δημήτρης', null],
  ['山田たろう', null],
  ['김철수', null],
  ['ملك', null],
  ['ada@acme.example', 'bad_characters'],
  ['ada＠acme.example', 'bad_characters'],
  ['acme\\ada', 'bad_characters'],
  ['ada lovelace', 'bad_characters'],
  ['.ada', 'bad_characters'],
  ['ada.', 'bad_characters'],
  ['ada..b', 'bad_characters'],
  ['12345', 'bad_characters'],
  // Cyrillic а within Latin, and a word that is all lookalikes.
  ['аda', 'mixed_scripts'],
  ['adа.lovelace', 'mixed_scripts'],
  ['раураӏ', 'looks_like_another'],
  ['οναρ', 'looks_like_another'],
  ['Admin', 'reserved'],
  ['ad.min', 'reserved'],
  ['adm1n', 'reserved'],
  ['r00t', 'reserved'],
  ['help-desk', 'reserved'],
  ['no_reply', 'reserved'],
])('takes a chosen identifier only where it looks like no other: %s %s', (text, fault) => {
  expect(chosenIdentifierFault(normaliseIdentifier(text) ?? text)).toBe(fault)
})
