import { describe, expect, it } from 'vitest'
import { weakerFamily } from '../settings/weaker-families.ts'
import { templateParts, weakTemplateFields } from './settings-template-values.ts'

describe('the fields that a settings template can have', () => {
  it('are judged, and say nothing of how administrators sign in', () => {
    const others = Object.values(templateParts).flatMap(({ family, names }) =>
      names.filter((name) => weakerFamily(family)?.fields[name]?.isOfAdministrators !== false),
    )
    expect(others).toEqual([])
  })

  it('are named when a value is weaker than the default', () => {
    const values = { password: { minimumLength: 8, historySize: 10 }, machine: { lifeDays: 31 } }
    expect(weakTemplateFields(values)).toEqual([
      { family: 'password', field: 'minimumLength' },
      { family: 'machine', field: 'lifeDays' },
    ])
  })
})
