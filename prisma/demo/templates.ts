/**
 * E-mail templates of Kopi Nusantara (docs/contract/broadcasts.md#templates), compiled as a save would compile them.
 */
import { compileEmail } from '@/server/platform/email/compile';
import { blockDocument, type Block, type BlockDocument } from '@/server/platform/email/blocks-schema';

interface Letter {
  name: string;
  description?: string;
  subject: string;
  preheader: string;
  accent?: string;
  title?: string;
  subtitle?: string;
  body: string;
  button?: [label: string, url: string];
  /** After a line. */
  more?: string;
  /** Days before today on which it was made, and on which it was changed last. */
  age: number;
  changed?: number;
}

const SHOP = 'https://kopinusantara.example';
const TEAL = '#0f766e';
const BROWN = '#7c2d12';
const AMBER = '#b45309';

const LETTERS: Letter[] = [
  {
    name: 'Selamat datang',
    description: 'Dikirim setelah pendaftaran.',
    subject: 'Selamat datang di Kopi Nusantara, {firstName}',
    preheader: 'Diskon 10 % untuk pesanan pertama Anda.',
    title: 'Selamat datang',
    subtitle: 'Kopi dari delapan pulau, disangrai di Jakarta setiap Selasa.',
    body: 'Halo {firstName},\n\nterima kasih sudah bergabung. Kami menyangrai sedikit-sedikit, supaya yang sampai di rumah Anda selalu segar.\n\nUntuk pesanan pertama, pakai kode SELAMATDATANG saat membayar.',
    button: ['Mulai memilih', `${SHOP}/biji`],
    age: 89,
    changed: 2,
  },
  {
    name: 'Surat mingguan',
    subject: 'Sangraian minggu ini',
    preheader: 'Tiga biji baru dan satu yang kembali.',
    accent: BROWN,
    body: 'Halo {firstName},\n\nSelasa ini kami menyangrai Toraja Sapan, Kintamani Natural, dan Flores Bajawa. Yang kembali setelah lama kosong: Gayo Wine.',
    button: ['Lihat sangraian minggu ini', `${SHOP}/minggu-ini`],
    more: 'Resep minggu ini: V60, 15 gram, 240 ml, air 92 derajat. Tuang empat kali, selesai dalam dua menit empat puluh lima detik.',
    age: 84,
    changed: 0,
  },
  {
    name: 'Peluncuran Gayo Honey',
    subject: 'Gayo Honey sudah tiba',
    preheader: 'Panen Oktober dari Aceh Tengah, 200 kantong saja.',
    accent: AMBER,
    title: 'Manis tanpa gula',
    subtitle: 'Gayo Honey, panen Oktober, 200 kantong.',
    body: 'Pak Iwan dari Pantan Musara mengeringkan kopi ini bersama lendirnya selama 21 hari. Hasilnya: jeruk, gula aren, dan akhir yang panjang.\n\nPakai GAYOHONEY untuk potongan Rp20.000.',
    button: ['Pesan Gayo Honey', `${SHOP}/gayo-honey`],
    age: 26,
    changed: 24,
  },
  {
    name: 'Harbolnas 12.12',
    subject: '12.12: diskon 40 % dimulai tengah malam',
    preheader: 'Satu hari, semua biji.',
    accent: '#be185d',
    title: 'Diskon 40 %',
    subtitle: 'Hanya 12 Desember, untuk semua biji.',
    body: 'Kodenya HARBOLNAS12. Belanja mulai Rp150.000, dan untuk 500 pesanan pertama.',
    button: ['Siapkan keranjang', '{cartUrl}'],
    more: 'Tidak dapat digabung dengan kode lain.',
    age: 10,
    changed: 1,
  },
  {
    name: 'Gratis ongkir 12.12',
    subject: 'Ongkir 12.12 kami yang bayar',
    preheader: 'Kode ONGKIR1212, satu hari saja.',
    accent: '#be185d',
    title: 'Ongkir gratis',
    body: 'Pakai ONGKIR1212 pada 12 Desember. Berlaku untuk seluruh Indonesia.',
    button: ['Belanja', SHOP],
    age: 10,
  },
  {
    name: 'Keranjang tertinggal, 1 jam',
    description: 'Pengingat pertama.',
    subject: 'Ada yang tertinggal, {firstName}',
    preheader: 'Keranjang Anda masih kami simpan.',
    title: 'Masih menimbang?',
    body: 'Pilihan Anda masih ada di keranjang. Kalau ragu soal gilingan atau sangraian, balas saja email ini.',
    button: ['Kembali ke keranjang', '{cartUrl}'],
    age: 72,
    changed: 30,
  },
  {
    name: 'Keranjang tertinggal, 24 jam',
    description: 'Pengingat kedua.',
    subject: 'Kopi Anda menunggu',
    preheader: 'Stok sangraian minggu ini tinggal sedikit.',
    body: 'Halo {firstName},\n\nsangraian minggu ini hampir habis, dan keranjang Anda belum dibayar. Kami simpan sampai besok.',
    button: ['Selesaikan pesanan', '{cartUrl}'],
    age: 72,
    changed: 30,
  },
  {
    name: 'Keranjang tertinggal, 3 hari',
    description: 'Pengingat terakhir, dengan kode.',
    subject: 'Potongan kecil untuk keranjang Anda',
    preheader: 'Kode di dalam, berlaku dua hari.',
    accent: AMBER,
    title: 'Dari kami, Rp15.000',
    body: 'Pakai {discountCode} sebelum lusa.',
    button: ['Pakai kodenya', '{cartUrl}'],
    age: 70,
    changed: 29,
  },
  {
    name: 'Terima kasih pesanan pertama',
    subject: 'Terima kasih, {firstName}',
    preheader: 'Cara menyeduh yang pertama.',
    title: 'Terima kasih',
    subtitle: 'Pesanan pertama Anda sedang disiapkan.',
    body: 'Biji terbaik diminum 7 sampai 30 hari setelah sangrai. Tanggalnya ada di belakang kantong.\n\nBelum punya timbangan? Satu sendok makan munjung kira-kira 6 gram.',
    button: ['Baca cara menyeduh', `${SHOP}/seduh`],
    age: 66,
    changed: 12,
  },
  {
    name: 'Ulang tahun pelanggan',
    subject: 'Selamat ulang tahun, {firstName}',
    preheader: 'Hadiah kecil dari kami.',
    accent: '#6d28d9',
    title: 'Selamat ulang tahun',
    body: 'Bulan ini milik Anda. Diskon 20 % untuk satu pesanan dengan kode ULANGTAHUN.',
    button: ['Ambil hadiahnya', SHOP],
    age: 65,
  },
  {
    name: 'Kami rindu Anda',
    description: 'Tidak belanja 60 hari.',
    subject: 'Lama tidak bertemu',
    preheader: 'Diskon 20 % kalau Anda kembali.',
    title: 'Lama tidak bertemu',
    body: 'Sejak pesanan terakhir Anda, ada sebelas biji baru di rak. Pakai KEMBALILAGI untuk mencicipi salah satunya.',
    button: ['Lihat yang baru', `${SHOP}/baru`],
    age: 62,
    changed: 15,
  },
  {
    name: 'Langganan kantor',
    subject: 'Kopi untuk kantor Anda, tanpa repot',
    preheader: 'Diantar setiap dua minggu.',
    accent: '#1f2937',
    title: 'Kopi untuk kantor',
    subtitle: 'Mulai 3 kilogram sebulan.',
    body: 'Kami yang menghitung stok, Anda yang minum. Faktur pajak tersedia.\n\nKode KANTOR5 memotong 5 % dari setiap kiriman.',
    button: ['Hitung kebutuhan', `${SHOP}/kantor`],
    age: 58,
    changed: 20,
  },
  {
    name: 'Hampers akhir tahun',
    subject: 'Hampers akhir tahun sudah bisa dipesan',
    preheader: 'Dikirim mulai 8 Desember.',
    accent: '#7f1d1d',
    title: 'Hampers akhir tahun',
    subtitle: 'Tiga biji, dua cangkir, satu kartu tulisan tangan.',
    body: 'Mulai Rp385.000. Pesan sebelum 5 Desember agar sampai sebelum Natal.',
    button: ['Pilih hampers', `${SHOP}/hampers`],
    age: 12,
    changed: 3,
  },
  {
    name: 'Kelas seduh Menteng',
    subject: 'Kelas seduh Sabtu ini',
    preheader: 'Delapan kursi, kedai Menteng.',
    title: 'Kelas seduh manual',
    subtitle: 'Sabtu, pukul 10.00, kedai Menteng.',
    body: 'Dua jam, tiga alat, empat biji. Bahan dan sarapan termasuk.',
    button: ['Daftar', `${SHOP}/kelas`],
    age: 40,
    changed: 6,
  },
  {
    name: 'Kelas seduh Dago',
    subject: 'Kelas seduh di Bandung',
    preheader: 'Minggu pagi, kedai Dago.',
    title: 'Kelas seduh di Dago',
    subtitle: 'Minggu, pukul 09.00.',
    body: 'Untuk yang baru mulai. Bawa cangkir kesayangan Anda.',
    button: ['Daftar', `${SHOP}/kelas`],
    age: 38,
  },
  {
    name: 'Kedai baru Denpasar',
    subject: 'Kami buka di Denpasar',
    preheader: 'Sabtu, 100 cangkir pertama gratis.',
    title: 'Sampai jumpa di Denpasar',
    subtitle: 'Jalan Teuku Umar, mulai Sabtu pukul 07.00.',
    body: 'Seratus cangkir pertama kami yang traktir. Tunjukkan email ini di kasir.',
    button: ['Lihat peta', `${SHOP}/denpasar`],
    age: 54,
  },
  {
    name: 'Hari Kopi Internasional',
    subject: '1 Oktober: semua biji 30 % lebih murah',
    preheader: 'Hari Kopi Internasional.',
    accent: BROWN,
    title: 'Hari Kopi',
    subtitle: 'Semua biji Nusantara, diskon 30 %.',
    body: 'Tiga hari, dengan kode HARIKOPI.',
    button: ['Rayakan', SHOP],
    age: 70,
  },
  {
    name: 'Pesta 11.11',
    subject: '11.11 dimulai sekarang',
    preheader: 'Diskon 35 % sampai tengah malam.',
    accent: '#be185d',
    title: '11.11',
    subtitle: 'Diskon 35 % dan gratis ongkir.',
    body: 'PESTA1111 untuk biji, ONGKIR1111 untuk ongkir. Dua ratus pesanan pertama.',
    button: ['Ke toko', SHOP],
    age: 30,
    changed: 11,
  },
  {
    name: 'Gajian',
    description: 'Tanggal 25.',
    subject: 'Gajian? Kopi dulu',
    preheader: 'Potongan Rp25.000 sampai akhir bulan.',
    accent: AMBER,
    title: 'Potongan Rp25.000',
    body: 'Belanja mulai Rp200.000 dengan GAJIAN25.',
    button: ['Isi ulang stok', SHOP],
    age: 83,
    changed: 26,
  },
  {
    name: 'Jumat berkah',
    subject: 'Jumat berkah: Rp10.000 untuk Anda',
    preheader: 'Setiap Jumat.',
    body: 'Halo {firstName},\n\nsetiap Jumat ada potongan Rp10.000 dengan JUMATBERKAH. Dari setiap kantong, Rp2.000 kami sisihkan untuk sekolah di Takengon.',
    button: ['Belanja', SHOP],
    age: 69,
    changed: 8,
  },
  {
    name: 'Survei setelah pesanan',
    subject: 'Bagaimana kopinya, {firstName}?',
    preheader: 'Dua pertanyaan, satu menit.',
    title: 'Bagaimana kopinya?',
    body: 'Dua pertanyaan saja. Sebagai terima kasih, ada Rp15.000 untuk pesanan berikutnya.',
    button: ['Jawab', `${SHOP}/survei`],
    age: 16,
    changed: 5,
  },
  {
    name: 'Stok kembali: Toraja Sapan',
    subject: 'Toraja Sapan sudah ada lagi',
    preheader: 'Yang Anda tunggu.',
    title: 'Toraja Sapan kembali',
    body: 'Anda meminta dikabari. Kali ini 80 kantong, disangrai kemarin.',
    button: ['Pesan', '{productUrl}'],
    age: 48,
    changed: 21,
  },
  {
    name: 'Perawatan mesin espreso',
    subject: 'Sudah waktunya membersihkan mesin',
    preheader: 'Lima langkah, sepuluh menit.',
    accent: '#1f2937',
    title: 'Bersihkan mesin Anda',
    body: 'Pisahkan keranjang, rendam, sikat, bilas, jalankan air kosong dua kali.\n\nLakukan setiap dua minggu, dan mesin Anda bertahan bertahun-tahun.',
    button: ['Beli pembersih', `${SHOP}/perawatan`],
    age: 44,
  },
  {
    name: 'Ramadan: jam buka',
    subject: 'Jam buka selama Ramadan',
    preheader: 'Kedai buka pukul 15.00 sampai 23.00.',
    title: 'Selamat menunaikan ibadah puasa',
    body: 'Selama Ramadan kedai buka pukul 15.00 sampai 23.00. Pengiriman berjalan seperti biasa.',
    age: 80,
  },
  {
    name: 'Mitra kedai: harga kiloan',
    description: 'Untuk kedai kopi.',
    subject: 'Daftar harga kiloan, kuartal ini',
    preheader: 'Untuk mitra kedai.',
    accent: '#1f2937',
    body: 'Bapak/Ibu {lastName},\n\nharga kiloan kuartal ini ada di tautan di bawah. BARISTAPRO memotong 18 % dari pesanan di atas Rp1.000.000.',
    button: ['Buka daftar harga', `${SHOP}/mitra`],
    age: 57,
    changed: 4,
  },
  {
    name: 'Orders to Singapore',
    subject: 'We now ship to Singapore',
    preheader: '10 % off your first order.',
    title: 'Hello, Singapore',
    subtitle: 'Three days to your door.',
    body: 'Dear {firstName},\n\nmany of you asked, so here we are. Use SINGAPORE for 10 % off your first order.',
    button: ['Shop', `${SHOP}/sg`],
    age: 79,
  },
  {
    name: 'Podcast kopi',
    subject: 'Episode baru: petani muda di Bajawa',
    preheader: '32 menit, direkam di kebun.',
    accent: TEAL,
    title: 'Petani muda di Bajawa',
    body: 'Kami menginap tiga malam di Bajawa dan pulang dengan cerita, bukan hanya kopi.',
    button: ['Dengarkan', `${SHOP}/podcast`],
    age: 41,
    changed: 9,
  },
];

function documentOf({ subject, preheader, accent = TEAL, title, subtitle, body, button, more }: Letter): BlockDocument {
  const blocks: Block[] = [
    { kind: 'header', brandName: 'Kopi Nusantara' },
    ...(title === undefined ? [] : [{ kind: 'hero' as const, title, ...(subtitle === undefined ? {} : { subtitle }) }]),
    { kind: 'text', body },
    ...(button === undefined ? [] : [{ kind: 'cta' as const, label: button[0], url: button[1] }]),
    ...(more === undefined ? [] : [{ kind: 'divider' as const }, { kind: 'text' as const, body: more }]),
    {
      kind: 'footer',
      text: 'Anda menerima email ini karena berbelanja di Kopi Nusantara atau meminta kabar dari kami.',
      businessAddress: 'Kopi Nusantara, Jl. Wahid Hasyim 47, Menteng, Jakarta Pusat 10340',
    },
  ];
  return blockDocument.parse({ subject, preheader, accentColor: accent, blocks });
}

const DAY = 24 * 60 * 60 * 1000;

/** Rows of BroadcastTemplate, for the demo workspace as it stands at `at`. */
export const demoTemplates = (accountId: string, at: Date) =>
  LETTERS.map((letter, index) => {
    const blocks = documentOf(letter);
    // Not all on the same minute.
    const moment = (days: number): Date => new Date(at.getTime() - days * DAY - (index + 1) * 47 * 60_000);
    return {
      accountId,
      name: letter.name,
      description: letter.description ?? null,
      providers: ['email_p1'],
      content: {
        email: {
          subject: letter.subject,
          ...compileEmail(blocks, { language: 'id', assets: new Map(), products: new Map(), codes: new Map() }),
        },
      },
      blocks,
      createdAt: moment(letter.age),
      updatedAt: moment(letter.changed ?? letter.age),
    };
  });
