import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Libraries by chunk: what seldom changes stays in the browsers' caches when the console does. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'core', test: /node_modules\/zod\/|\/core\/(client|contract\/(shared|endpoint|wire)|errors|text)/ },
  {
    name: 'editor',
    test: /node_modules\/(@tiptap|prosemirror-[\w-]+|linkifyjs|orderedmap|rope-sequence|w3c-keyname)\//,
  },
  { name: 'charts', test: /node_modules\/(echarts|zrender|tslib)\// },
]

/**
 * write-excel-file zips in a worker that is made from a text, which the page's policy (web/data/trusted.ts) forbids: above 160 KB no file would
 * come of it. The few thousand rows of a list are zipped at once where they are.
 */
const zippedHere: Plugin = {
  name: 'zipped-here',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('write-excel-file') && source.endsWith('/zipToArrayBuffer.js') ? '\0zipped-here' : null,
  load: (id) =>
    id === '\0zipped-here'
      ? "import { zipSync } from 'fflate'\nexport default async (files) => zipSync(files).buffer"
      : null,
}

export default defineConfig({
  root: 'web',
  base: '/web/',
  publicDir: false,
  clearScreen: false,
  plugins: [react(), zippedHere],
  // `vite -c vite.web.config.ts` shows changes at once; calls go to a server started beside it
  server: { port: 8090, proxy: { '^/(?!web/)': process.env.XZX_SERVER ?? 'http://127.0.0.1:8080' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { login: 'web/index.html', main: 'web/main.html' },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
})
