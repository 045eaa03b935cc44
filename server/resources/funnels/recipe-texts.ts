/** The words of recipes, in both languages. */
import type { Language } from '@/server/lib/language';
import type { RecipeKey } from '@/server/resources/funnels/vocabulary';

export interface Letter {
  subject: string;
  text: string;
  /** Of a button that leads to the cart. */
  button?: string;
}

interface RecipeText {
  name: string;
  description: string;
  letters: readonly Letter[];
}

export const RECIPE_TEXTS: Readonly<Record<Language, Readonly<Record<RecipeKey, RecipeText>>>> = {
  en: {
    welcome: {
      name: 'Welcome',
      description: 'Three messages to whoever joins a list; the last one has a code of their own.',
      letters: [
        {
          subject: 'Welcome to {brandName}',
          text: 'Hello {firstName|there},\n\ngood to have you with us. You will be the first to hear what is new.',
        },
        {
          subject: 'What others like best',
          text: 'Hello {firstName|there},\n\nnot sure where to begin? Reply to this message and tell us what you are looking for.',
        },
        {
          subject: '10 % off your first order',
          text: 'Hello {firstName|there},\n\nwith {discountCode} you pay 10 % less, until {discountExpiresAt}.',
        },
      ],
    },
    cart: {
      name: 'Cart in three steps',
      description: 'Waits an hour for the purchase, reminds, offers help, and sends a code of their own at last.',
      letters: [
        {
          subject: 'You left something behind',
          text: 'Hello {firstName|there},\n\nyour cart is still here.',
          button: 'Back to your cart',
        },
        {
          subject: 'Can we help?',
          text: 'Hello {firstName|there},\n\nis there a question about what is in your cart? Reply to this message.',
          button: 'Back to your cart',
        },
        {
          subject: '10 % off your cart',
          text: 'Hello {firstName|there},\n\nwith {discountCode} you pay 10 % less, until {discountExpiresAt}.',
          button: 'Back to your cart',
        },
      ],
    },
    win_back: {
      name: 'Win back',
      description: 'Writes to customers who have not bought again for 60 days.',
      letters: [
        {
          subject: 'We have not seen you for a while',
          text: 'Hello {firstName|there},\n\na lot is new since your last order. Have a look.',
        },
        {
          subject: '10 % off to come back',
          text: 'Hello {firstName|there},\n\nwith {discountCode} you pay 10 % less, until {discountExpiresAt}.',
        },
      ],
    },
    after_purchase: {
      name: 'After the purchase',
      description: 'Says thank you a day later, and asks after two weeks how they like it.',
      letters: [
        {
          subject: 'Thank you for your order',
          text: 'Hello {firstName|there},\n\nthank you for buying from us. If anything is not right, reply to this message.',
        },
        {
          subject: 'How do you like it?',
          text: 'Hello {firstName|there},\n\nyou have had your order for two weeks. How do you like it? Reply in a word or two.',
        },
      ],
    },
    birthday: {
      name: 'Birthday',
      description: 'A wish and a code of their own on the day.',
      letters: [
        {
          subject: 'Happy birthday, {firstName|from all of us}',
          text: 'Hello {firstName|there},\n\nall the best for your birthday. With {discountCode} you pay 10 % less, until {discountExpiresAt}.',
        },
      ],
    },
  },
  id: {
    welcome: {
      name: 'Sambutan',
      description: 'Tiga pesan untuk siapa pun yang masuk ke sebuah daftar; yang terakhir berisi kode khusus untuknya.',
      letters: [
        {
          subject: 'Selamat datang di {brandName}',
          text: 'Halo {firstName|Kak},\n\nsenang Anda bergabung. Anda akan menjadi yang pertama tahu kabar terbaru kami.',
        },
        {
          subject: 'Yang paling disukai pelanggan kami',
          text: 'Halo {firstName|Kak},\n\nbingung mulai dari mana? Balas pesan ini dan ceritakan apa yang Anda cari.',
        },
        {
          subject: 'Diskon 10% untuk pesanan pertama',
          text: 'Halo {firstName|Kak},\n\ndengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
        },
      ],
    },
    cart: {
      name: 'Keranjang dalam tiga langkah',
      description: 'Menunggu pembelian selama satu jam, mengingatkan, menawarkan bantuan, lalu mengirim kode khusus.',
      letters: [
        {
          subject: 'Ada yang tertinggal di keranjang',
          text: 'Halo {firstName|Kak},\n\nkeranjang Anda masih tersimpan.',
          button: 'Kembali ke keranjang',
        },
        {
          subject: 'Ada yang bisa kami bantu?',
          text: 'Halo {firstName|Kak},\n\nada pertanyaan tentang isi keranjang Anda? Balas pesan ini.',
          button: 'Kembali ke keranjang',
        },
        {
          subject: 'Diskon 10% untuk keranjang Anda',
          text: 'Halo {firstName|Kak},\n\ndengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
          button: 'Kembali ke keranjang',
        },
      ],
    },
    win_back: {
      name: 'Ajak kembali',
      description: 'Menulis kepada pelanggan yang belum membeli lagi selama 60 hari.',
      letters: [
        {
          subject: 'Lama tak jumpa',
          text: 'Halo {firstName|Kak},\n\nbanyak yang baru sejak pesanan terakhir Anda. Silakan lihat-lihat.',
        },
        {
          subject: 'Diskon 10% untuk kembali berbelanja',
          text: 'Halo {firstName|Kak},\n\ndengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
        },
      ],
    },
    after_purchase: {
      name: 'Setelah pembelian',
      description: 'Berterima kasih sehari kemudian, dan bertanya kabarnya setelah dua minggu.',
      letters: [
        {
          subject: 'Terima kasih atas pesanan Anda',
          text: 'Halo {firstName|Kak},\n\nterima kasih sudah berbelanja. Bila ada yang kurang pas, balas pesan ini.',
        },
        {
          subject: 'Bagaimana, cocok?',
          text: 'Halo {firstName|Kak},\n\nsudah dua minggu pesanan Anda tiba. Bagaimana menurut Anda? Balas dengan satu dua kata saja.',
        },
      ],
    },
    birthday: {
      name: 'Ulang tahun',
      description: 'Ucapan dan kode khusus pada harinya.',
      letters: [
        {
          subject: 'Selamat ulang tahun, {firstName|dari kami semua}',
          text: 'Halo {firstName|Kak},\n\nselamat ulang tahun. Dengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
        },
      ],
    },
  },
};
