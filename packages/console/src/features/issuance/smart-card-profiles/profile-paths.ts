import type { CardType } from '@signet/card/chip/card-types'

export const profilesPath = '/smartcard'
export const newProfilePath = (cardType: CardType): string => `${profilesPath}/create/${cardType}`
export const profilePath = (id: string, cardType: CardType): string =>
  `${profilesPath}/edit/${id}/${cardType}`
