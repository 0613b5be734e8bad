import { describe, expect, it } from 'vitest'
import { chunkOf, createLoader } from './loader.ts'

const file = (texts: unknown) => async () => texts
const load = createLoader({
  './en/common/actions.json': file({ save: 'Save' }),
  './en/common/session.json': file({ idle: 'Idle' }),
  './de/common/actions.json': file({ save: 'Speichern' }),
  './en/members/users.json': file({ title: 'Users' }),
  './de/members/users.json': file({ title: 'Benutzer' }),
  './fr/members/users.json': file({ title: 'Utilisateurs' }),
  './en/restApiErrors/general.json': file({ not_found: 'Not found' }),
  './en/restApiErrors/users.json': file({ user_locked: 'Locked' }),
  './en/security/broken.json': file({ list: ['no text'] }),
})

describe('the loader', () => {
  it('puts the files of a namespace together under their names', async () => {
    expect(await load('en', 'common')).toEqual({
      actions: { save: 'Save' },
      session: { idle: 'Idle' },
    })
  })

  it('takes what a language lacks from English', async () => {
    expect(await load('de', 'common')).toEqual({
      actions: { save: 'Speichern' },
      session: { idle: 'Idle' },
    })
  })

  it('takes a namespace that a language lacks wholly from English', async () => {
    expect(await load('tr', 'members')).toEqual({ users: { title: 'Users' } })
    expect(await load('fr', 'members')).toEqual({ users: { title: 'Utilisateurs' } })
  })

  it('keys errors by their code alone', async () => {
    expect(await load('en', 'restApiErrors')).toEqual({
      not_found: 'Not found',
      user_locked: 'Locked',
    })
  })

  it('refuses a file that holds anything but texts', async () => {
    await expect(load('en', 'security')).rejects.toThrow('en/security/broken')
  })

  it('gives all files of a namespace one chunk', () => {
    expect(chunkOf('/somewhere/phrases/src/zh-cn/common/actions.json')).toBe('texts-zh-cn-common')
    expect(chunkOf('/somewhere/phrases/src/format.ts')).toBeNull()
  })
})
