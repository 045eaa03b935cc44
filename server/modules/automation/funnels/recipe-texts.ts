/** The messages of recipes, in the language that the shop's customers read. */
import type { Language } from '@/server/platform/lib/language';
import type { RecipeKey } from '@/server/modules/automation/funnels/vocabulary';

export interface Letter {
  subject: string;
  text: string;
  /** The text of a button that leads to the cart. */
  button?: string;
}

export const RECIPE_LETTERS: Readonly<Record<Language, Readonly<Record<RecipeKey, readonly Letter[]>>>> = {
  en: {
    welcome: [
      {
        subject: 'Welcome to {brandName}',
        text: 'Hello {firstName|there},\n\ngood to have you with us. You will be the first to know what is new.',
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
    cart: [
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
    win_back: [
      {
        subject: 'We have not seen you for a while',
        text: 'Hello {firstName|there},\n\na lot is new since your last order. Have a look.',
      },
      {
        subject: 'Come back with 10 % off',
        text: 'Hello {firstName|there},\n\nwith {discountCode} you pay 10 % less, until {discountExpiresAt}.',
      },
    ],
    after_purchase: [
      {
        subject: 'Thank you for your order',
        text: 'Hello {firstName|there},\n\nthank you for buying from us. If anything is not right, reply to this message.',
      },
      {
        subject: 'How do you like it?',
        text: 'Hello {firstName|there},\n\nyou have had your order for two weeks. How do you like it? Reply in a word or two.',
      },
    ],
    birthday: [
      {
        subject: 'Happy birthday, {firstName|from all of us}',
        text: 'Hello {firstName|there},\n\nall the best for your birthday. With {discountCode} you pay 10 % less, until {discountExpiresAt}.',
      },
    ],
  },
  id: {
    welcome: [
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
    cart: [
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
    win_back: [
      {
        subject: 'Lama tak jumpa',
        text: 'Halo {firstName|Kak},\n\nbanyak yang baru sejak pesanan terakhir Anda. Silakan lihat-lihat.',
      },
      {
        subject: 'Diskon 10% untuk kembali berbelanja',
        text: 'Halo {firstName|Kak},\n\ndengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
      },
    ],
    after_purchase: [
      {
        subject: 'Terima kasih atas pesanan Anda',
        text: 'Halo {firstName|Kak},\n\nterima kasih sudah berbelanja. Bila ada yang kurang pas, balas pesan ini.',
      },
      {
        subject: 'Bagaimana, cocok?',
        text: 'Halo {firstName|Kak},\n\nsudah dua minggu pesanan Anda tiba. Bagaimana menurut Anda? Balas dengan satu dua kata saja.',
      },
    ],
    birthday: [
      {
        subject: 'Selamat ulang tahun, {firstName|dari kami semua}',
        text: 'Halo {firstName|Kak},\n\nselamat ulang tahun. Dengan {discountCode} Anda membayar 10% lebih murah, sampai {discountExpiresAt}.',
      },
    ],
  },
};
