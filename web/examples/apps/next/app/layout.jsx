// What Next wants around every page.
export const metadata = { title: 'Attention', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
