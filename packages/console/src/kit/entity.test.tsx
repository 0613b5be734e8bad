import {
  createSmartCardProfile,
  deleteSmartCardProfile,
  readSmartCardProfile,
  updateSmartCardProfile,
} from '@signet/contract/issuance/smart-card-profiles'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { renderRoutes } from '../../testing/render.tsx'
import { callsOf, oneQuery, useChange, useRemove, useUpdate } from './entity.ts'

/** An entity whose changes are answered with this version, and how often each of its reads ran. */
const entityOf = (etag: string | null) => {
  const reads = { one: 0, list: 0, other: 0 }
  const entity = {
    subject: 'things',
    also: [['others']],
    read: async () => {
      reads.one += 1
      return { value: `read ${reads.one}`, etag: '"1"' }
    },
    update: async () => ({ value: 'saved', etag }),
    remove: async () => undefined,
  }
  return { entity, reads }
}

const show = ({ entity, reads }: ReturnType<typeof entityOf>) => {
  const Page = () => {
    const { data } = useQuery(oneQuery(entity, 'a'))
    useQuery({ queryKey: ['things', 'page'], queryFn: () => (reads.list += 1) })
    useQuery({ queryKey: ['others'], queryFn: () => (reads.other += 1) })
    const update = useUpdate(entity)
    const remove = useRemove(entity)
    const turn = useChange(async () => undefined, ['others'])
    const save = { id: 'a', body: {}, etag: data?.etag ?? null }
    return (
      <>
        <p>{data?.value}</p>
        <button type="button" onClick={() => update.mutate(save)}>
          Save {String(update.isSuccess)}
        </button>
        <button type="button" onClick={() => remove.mutate('a')}>
          Remove {String(remove.isSuccess)}
        </button>
        <button type="button" onClick={() => turn.mutate()}>
          Turn {String(turn.isSuccess)}
        </button>
      </>
    )
  }
  return renderRoutes([{ path: '/', element: <Page /> }])
}

describe('a saved entity', () => {
  it('takes the place of what was read, and lists are read again', async () => {
    const things = entityOf('"2"')
    const { user } = show(things)
    await screen.findByText('read 1')
    await user.click(screen.getByRole('button', { name: /Save/ }))
    await screen.findByRole('button', { name: 'Save true' })
    expect(screen.getByText('saved')).toBeDefined()
    expect(things.reads).toEqual({ one: 1, list: 2, other: 2 })
  })

  it('is read again where the answer has no version to save over', async () => {
    const things = entityOf(null)
    const { user } = show(things)
    await screen.findByText('read 1')
    await user.click(screen.getByRole('button', { name: /Save/ }))
    await screen.findByRole('button', { name: 'Save true' })
    expect(screen.getByText('read 2')).toBeDefined()
  })
})

it('a removed entity is not read again, its lists are', async () => {
  const things = entityOf(null)
  const { user } = show(things)
  await screen.findByText('read 1')
  await user.click(screen.getByRole('button', { name: /Remove/ }))
  await screen.findByRole('button', { name: 'Remove true' })
  expect(things.reads).toEqual({ one: 1, list: 2, other: 2 })
})

it('a change makes stale what it names', async () => {
  const things = entityOf(null)
  const { user } = show(things)
  await screen.findByText('read 1')
  await user.click(screen.getByRole('button', { name: /Turn/ }))
  await screen.findByRole('button', { name: 'Turn true' })
  expect(things.reads).toEqual({ one: 1, list: 1, other: 2 })
})

it('calls name the entity by the last parameter of their path', async () => {
  const log = serve(answering(deleteSmartCardProfile, () => undefined))
  const endpoints = {
    read: readSmartCardProfile,
    create: createSmartCardProfile,
    update: updateSmartCardProfile,
    remove: deleteSmartCardProfile,
  }
  await callsOf(endpoints, { cardType: 'MIFARE_CLASSIC' }).remove('card-1')
  expect(log.map(({ params }) => params)).toEqual([{ cardType: 'MIFARE_CLASSIC', id: 'card-1' }])
})
