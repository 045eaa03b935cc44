import createNextIntlPlugin from 'next-intl/plugin';

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

export default createNextIntlPlugin('./app/i18n/request.ts')(config);
