import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** Server/http owns headers, compression and the port; Next renders. */
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  compress: true,
  devIndicators: false,
  // npm test checks the types of everything; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] },
};

/**
 * Where the texts are is said to the build only: what serves a build has them in it.
 * @param {string} phase
 */
export default async function nextConfig(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./app/i18n/request.ts')(config);
}
