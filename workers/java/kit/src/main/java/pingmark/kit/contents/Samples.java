package pingmark.kit.contents;

import pingmark.kit.protocol.SplitMix;

/**
 * Makes the sample of each sequence number. All of one text length are serialized to as many bytes: numbers have as
 * many digits. Texts are made before, so that a message costs what its library does.
 */
final class Samples {
    static final int QUANTITY = 100;
    /** As many digits, of which protobuf makes one byte more: there no text alone fills every length. */
    static final int LARGE_QUANTITY = 200;

    private static final long FIRST_SEQUENCE = 10_000_000_000L;
    private static final double FIRST_PRICE = 1000.125;
    private static final int PRICES = 512;
    private static final int TEXTS = 16;
    private static final String[] SYMBOLS = {"EURUSD", "GBPCHF", "USDJPY", "AUDNZD"};
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final int firstQuantity;
    private final String[] texts = new String[TEXTS];

    Samples(int firstQuantity, int textLength) {
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

    Sample of(int sequence) {
        return new Sample(FIRST_SEQUENCE + Integer.toUnsignedLong(sequence), FIRST_PRICE + (sequence & PRICES - 1),
                firstQuantity + (sequence & TEXTS - 1), SYMBOLS[sequence & SYMBOLS.length - 1],
                texts[sequence & TEXTS - 1]);
    }
}
