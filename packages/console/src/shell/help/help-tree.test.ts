import { describe, expect, it } from 'vitest'
import { headingCalled, helpTextOf } from './help-tree.ts'

const page = (main: string): string =>
  `<!doctype html><html lang="de"><body><nav>Contents</nav><main>${main}</main></body></html>`

describe('a page of the help', () => {
  it('is read with its language, without its contents list', () => {
    const { language, nodes } = helpTextOf(
      page('<h1>Users</h1>\n<p>See <a href="roles">roles</a>.</p>'),
    )
    expect(language).toBe('de')
    expect(nodes).toEqual([
      { tag: 'h1', id: null, href: null, children: ['Users'] },
      {
        tag: 'p',
        id: null,
        href: null,
        children: ['See ', { tag: 'a', id: null, href: 'roles', children: ['roles'] }, '.'],
      },
    ])
  })

  it('brings no elements but those that the help is written in', () => {
    const { nodes } = helpTextOf(
      page('<h1>Users</h1><p onclick="x()">a<script>x()</script><img src="y"><b>c</b></p>'),
    )
    expect(JSON.stringify(nodes)).not.toMatch(/script"|img|onclick|"b"/)
  })

  it('has the heading that is called like a screen', () => {
    const help = helpTextOf(page('<h1>Settings</h1><h2 id="section-1">Block list</h2><p>x</p>'))
    expect(headingCalled(help, 'block list')).toBe('section-1')
    expect(headingCalled(help, 'Settings')).toBeNull()
  })
})
