import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

const document = `# A page

Text with \`npm start\`, and *Settings ›
General* beside a [link](other.md#part-two) and \`[no](link.md)\`.

    npm start
    
    npm stop

Still text
    that is indented within its paragraph.

1. A step:

   <!-- needs another machine -->

       npm run radius \\
         --listen

   and text of the step.
2. Another one:

   \`\`\`sh
   curl http://localhost:8080/
   \`\`\`

## Part \`two\`: done
## Part two done

<!-- output -->
\`\`\`text
# no heading
\`\`\`

<!-- a remark -->
Text in between.

\`\`\`
last
\`\`\`
`

const read = readMarkdown(document)

describe('the reader of Markdown', () => {
  it('finds indented and fenced blocks, within lists too', () => {
    expect(read.blocks.map(({ line, language, text }) => [line, language, text])).toEqual([
      [6, '', 'npm start\n\nnpm stop'],
      [17, '', 'npm run radius \\\n  --listen'],
      [23, 'sh', 'curl http://localhost:8080/'],
      [31, 'text', '# no heading'],
      [38, '', 'last'],
    ])
  })

  it('keeps the comment directly before a block, and no other', () => {
    expect(read.blocks.map(({ comment }) => comment)).toEqual([
      null,
      'needs another machine',
      null,
      'output',
      null,
    ])
  })

  it('finds links, code and italics of the text only', () => {
    expect(read.links).toEqual([{ line: 4, text: 'other.md#part-two' }])
    expect(read.spans.map(({ text }) => text)).toEqual(['npm start', '[no](link.md)', 'two'])
    expect(read.italics).toEqual([{ line: 3, text: 'Settings › General' }])
  })

  it('makes the anchors that GitHub makes', () => {
    expect([...read.anchors]).toEqual(['a-page', 'part-two-done', 'part-two-done-1'])
  })
})
