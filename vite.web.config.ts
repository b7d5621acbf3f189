import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig({
  root: 'web',
  base: '/web/',
  publicDir: false,
  clearScreen: false,
  plugins: [react()],
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
