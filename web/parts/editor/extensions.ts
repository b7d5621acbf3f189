import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { Figcaption, Figure, Image, OnlyPictures, Video } from './nodes/media.ts'
import { HeadScope, Table, TableCell, TableHeader, TableRow } from './nodes/table.ts'
import { Division, FirstLine, Looks, Paragraph, script } from './nodes/text.ts'

/** What the editor knows; in a block that is changed, everything else is dropped (source.ts keeps the other blocks). */
export const extensions = [
  StarterKit.configure({
    paragraph: false,
    undoRedo: { depth: 50, newGroupDelay: 1000 },
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
  }),
  Paragraph,
  Division,
  TextStyleKit,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
  FirstLine,
  Looks,
  Image,
  Video,
  Figure,
  Figcaption,
  OnlyPictures,
  script('sub'),
  script('sup'),
  TableKit.configure({ table: false, tableRow: false, tableCell: false, tableHeader: false }),
  Table,
  TableCell,
  TableHeader,
  TableRow,
  HeadScope,
]
