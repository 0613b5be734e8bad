import { describe, expect, it } from 'vitest'
import { textsFrom } from './files.ts'

const files = {
  './en/common/actions.json': { save: 'Save', more: { edit: 'Edit', remove: 'Remove' } },
  './en/common/session.json': { idle: 'Idle' },
  './de/common/actions.json': { save: 'Speichern', more: { edit: 'Bearbeiten' }, old: 'Alt' },
  './en/members/users.json': { title: 'Users' },
  './fr/members/users.json': { title: 'Utilisateurs' },
  './en/restApiErrors/general.json': { not_found: 'Not found' },
  './en/restApiErrors/users.json': { user_locked: 'Locked' },
  './sv/restApiErrors/users.json': { user_locked: 'Låst' },
}

describe('the files of a namespace', () => {
  it('are put together under their names', () => {
    expect(textsFrom(files, 'en', 'common')).toEqual({
      actions: { save: 'Save', more: { edit: 'Edit', remove: 'Remove' } },
      session: { idle: 'Idle' },
    })
  })

  it('give key by key what a language has, and English for the rest', () => {
    expect(textsFrom(files, 'de', 'common')).toEqual({
      actions: { save: 'Speichern', more: { edit: 'Bearbeiten', remove: 'Remove' } },
      session: { idle: 'Idle' },
    })
  })

  it('are English where a language has none of them', {
    meta: { covers: ['i18n.admin-locales'] },
  }, () => {
    expect(textsFrom(files, 'tr', 'members')).toEqual({ users: { title: 'Users' } })
    expect(textsFrom(files, 'fr', 'members')).toEqual({ users: { title: 'Utilisateurs' } })
  })

  it('are keyed by the code alone where they hold errors', () => {
    expect(textsFrom(files, 'sv', 'restApiErrors')).toEqual({
      not_found: 'Not found',
      user_locked: 'Låst',
    })
  })
})
