package pingmark.kit.contents;

import java.io.Serializable;
import pingmark.kit.protocol.SplitMix;

/** The object in a serialized message: fields of several types, and text that fills the message. */
final class Sample implements Serializable {
    private static final long serialVersionUID = 1;

    long sequence;
    double price;
    int quantity;
    String symbol;
    String text;

    /** For libraries that create an object and then set its fields. */
    Sample() {
    }

    Sample(long sequence, double price, int quantity, String symbol, String text) {
        this.sequence = sequence;
        this.price = price;
        this.quantity = quantity;
        this.symbol = symbol;
        this.text = text;
    }

    boolean hasSameFields(Sample other) {
        return sequence == other.sequence && price == other.price && quantity == other.quantity
                && other.symbol.equals(symbol) && other.text.equals(text);
    }

    /**
     * Makes the sample of each sequence number. Their serialized lengths are equal, as numbers have equally many
     * digits. Texts are made in advance, so that only the library's work is part of a message's cost.
     */
    static final class Factory {
        static final int QUANTITY = 100;
        /** As many digits, but one byte more in protobuf, where text alone can't fill every length. */
        static final int LARGE_QUANTITY = 200;

        private static final long FIRST_SEQUENCE = 10_000_000_000L;
        private static final double FIRST_PRICE = 1000.125;
        private static final int PRICES = 512;
        private static final int TEXTS = 16;
        private static final String[] SYMBOLS = {"EURUSD", "GBPCHF", "USDJPY", "AUDNZD"};
        private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        private final int firstQuantity;
        private final String[] texts = new String[TEXTS];

        Factory(int firstQuantity, int textLength) {
            this.firstQuantity = firstQuantity;
            SplitMix random = new SplitMix(0);
            for (int n = 0; n < TEXTS; n++) {
                StringBuilder text = new StringBuilder(textLength);
                while (text.length() < textLength) {
                    text.append(LETTERS.charAt((int) (random.next() & LETTERS.length() - 1)));
                }
                texts[n] = text.toString();
            }
        }

        Sample make(int sequence) {
            return new Sample(FIRST_SEQUENCE + Integer.toUnsignedLong(sequence), FIRST_PRICE + (sequence & PRICES - 1),
                    firstQuantity + (sequence & TEXTS - 1), SYMBOLS[sequence & SYMBOLS.length - 1],
                    texts[sequence & TEXTS - 1]);
        }
    }
}
