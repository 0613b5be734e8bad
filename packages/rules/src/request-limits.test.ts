import { describe, expect, it } from 'vitest'
import { defaultPolicies, policyClasses, policyFault } from './request-limits.ts'

const usual = { rate: 1200, periodSeconds: 60, burst: 300 }

describe('a policy', () => {
  it('lies between a tenth of the default and a hundred times it, whatever its period', () => {
    expect(defaultPolicies.read.USER).toEqual(usual)
    const fault = (change: object) => policyFault('read', 'USER', { ...usual, ...change })
    expect(fault({})).toBeNull()
    expect(fault({ rate: 120, burst: 30 })).toBeNull()
    expect(fault({ rate: 7200, periodSeconds: 3600 })).toBeNull()
    expect(fault({ rate: 119 })).toBe('rate')
    expect(fault({ rate: 7199, periodSeconds: 3600 })).toBe('rate')
    expect(fault({ rate: 120_001 })).toBe('rate')
    expect(fault({ burst: 29 })).toBe('burst')
    expect(fault({ burst: 30_001 })).toBe('burst')
  })

  it('is set only for subjects that are counted in its class', () => {
    expect(policyFault('guess', 'USER', usual)).toBe('subject')
    for (const each of policyClasses) {
      for (const policy of [defaultPolicies[each].ADDRESS]) {
        expect(policy === undefined ? 'none' : policyFault(each, 'ADDRESS', policy)).toBeNull()
      }
    }
  })
})
