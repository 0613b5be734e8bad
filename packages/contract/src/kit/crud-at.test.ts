import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { crudAt } from './crud-at.ts'

const Gadget = z.object({ id: z.string() })
const calls = crudAt('/api/web/v1/gadgets', {
  entity: 'GROUPS',
  answer: Gadget,
  action: 'GADGET',
  missing: 'not_found',
  taken: 'name_exists',
})

describe('the calls on objects that are listed at a path', () => {
  it('have the method, path and permission of what they do', () => {
    const { createWithoutLocation: _specified, ...five } = calls
    const declared = Object.entries(five).map(([name, { method, path, needs }]) => [
      name,
      `${method} ${path} ${needs.join(' ')}`,
    ])
    expect(Object.fromEntries(declared)).toEqual({
      list: 'GET /api/web/v1/gadgets GROUPS VIEW',
      read: 'GET /api/web/v1/gadgets/:id GROUPS VIEW',
      create: 'POST /api/web/v1/gadgets GROUPS ADD',
      update: 'PUT /api/web/v1/gadgets/:id GROUPS EDIT',
      remove: 'DELETE /api/web/v1/gadgets/:id GROUPS REMOVE',
    })
  })

  it('note each change, and name where the new object is read', () => {
    expect([calls.create.audit, calls.update.audit, calls.remove.audit]).toEqual([
      'GADGET_CREATED',
      'GADGET_UPDATED',
      'GADGET_DELETED',
    ])
    expect(calls.create.location).toBe(calls.read.path)
    expect(calls.create).toEqual({ ...calls.createWithoutLocation, location: calls.read.path })
  })

  it('are refused for an object that is gone, a name that is taken, and an outdated version', () => {
    expect(calls.update.errors).toEqual(['not_found', 'name_exists', 'precondition_failed'])
    expect(calls.remove.errors).toEqual(['not_found', 'precondition_failed'])
  })
})
