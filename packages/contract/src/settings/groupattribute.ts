import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** What a group can be called outside. */
export const groupNames = ['NAME', 'EXTERNAL_ID', 'ID'] as const

export const groupAttributeFamily = family({
  name: 'groupattribute',
  id: 'GroupAttributeSettings',
  fields: z.object({
    /** By what applications know a group: its name, its id in another system, or its id here. */
    attribute: z.enum(groupNames),
    /** Of people in more groups than this, applications are told that they have some, not which. */
    mostGroups: z.int().min(1).max(500),
  }),
  defaults: { attribute: 'NAME', mostGroups: 200 },
})

export const readGroupAttribute = readSettings(groupAttributeFamily, {
  summary: 'By what applications know the groups of people',
})

export const updateGroupAttribute = updateSettings(groupAttributeFamily, {
  summary: 'Change by what applications know the groups of people',
  description:
    'Applications that may ask for the scope `groups` find them in the claim `groups` of the userinfo answer. A group without an external id is left out where those are told. For people in more than `mostGroups` groups the claim is left out and `hasgroups` is true. Holds with the next question of each application.',
})
