'use client';

/**
 * The page for when even the frame of every page failed: no words from files, no theme, nothing that could fail again.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body
        style={{
          fontFamily: 'system-ui, sans-serif',
          maxWidth: '32rem',
          margin: '20vh auto',
          padding: '0 1.5rem',
          lineHeight: 1.5,
          colorScheme: 'light dark',
        }}
      >
        <h1 style={{ fontSize: '1.5rem' }}>This page could not be shown</h1>
        <p>Something went wrong on our side. What you saved before is safe. Reload the page to try again.</p>
        <p lang="id">
          Ada gangguan di sistem kami. Data yang sudah tersimpan tetap aman. Muat ulang halaman untuk mencoba lagi.
        </p>
        {error.digest && <p>ID: {error.digest}</p>}
      </body>
    </html>
  );
}
