import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { weakFields } from '../kit/weaker.ts'
import { weakerFamilies } from '../settings/weaker-families.ts'
import { weakerObjects } from './weaker-objects.ts'

/** What stands behind defaults, nulls and lists. */
const bare = (schema: unknown): unknown => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return bare(schema.unwrap())
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return bare(schema.unwrap())
  return schema instanceof z.ZodArray ? bare(schema.element) : schema
}

const isSwitch = (schema: unknown): boolean => {
  const found = bare(schema)
  if (found instanceof z.ZodUnion) return found.options.every((one) => one instanceof z.ZodLiteral)
  return found instanceof z.ZodBoolean || found instanceof z.ZodEnum
}

const switchesOf = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, schema]) => (isSwitch(schema) ? [name] : []))

const folder = new URL('../settings/', import.meta.url)

/** Every family of settings that a file of the contract declares. */
const declared = async () => {
  const files = readdirSync(folder).filter((name) => /^(?!weaker|policy)[a-z-]+\.ts$/.test(name))
  const modules = await Promise.all(
    files.map(async (name) => Object.entries<unknown>(await import(new URL(name, folder).href))),
  )
  return modules.flat().flatMap(([name, value]) => {
    if (!name.endsWith('Family') || typeof value !== 'object' || value === null) return []
    if (!('name' in value && 'fields' in value)) return []
    const { name: family, fields } = value
    return fields instanceof z.ZodObject ? [{ family: String(family), fields }] : []
  })
}

describe('the table of weak values', () => {
  it('judges every switch and choice of every family of settings', {
    meta: { covers: ['S71'] },
  }, async () => {
    const families = await declared()
    expect(families.length).toBeGreaterThan(40)
    const missing = families.flatMap(({ family, fields }) => {
      const table = weakerFamilies.find(({ name }) => name === family)
      const judged = [...Object.keys(table?.fields ?? {}), ...(table?.harmless ?? [])]
      if (table === undefined) return [family]
      return switchesOf(fields).flatMap((name) =>
        judged.includes(name) ? [] : [`${family}.${name}`],
      )
    })
    expect(missing).toEqual([])
  })

  it.each(Object.entries(weakerObjects))('judges every switch and choice of %s', (_, table) => {
    const judged = [...Object.keys(table.fields), ...table.harmless]
    expect(switchesOf(table.schema).filter((name) => !judged.includes(name))).toEqual([])
    expect(new Set(judged).size).toBe(judged.length)
  })

  it('finds no default weaker than itself', () => {
    for (const { fields, defaults } of weakerFamilies) {
      expect(weakFields(fields, defaults, defaults)).toEqual([])
    }
    for (const { fields, usual } of Object.values(weakerObjects)) {
      expect(weakFields(fields, usual({}), usual({}))).toEqual([])
    }
  })
})
