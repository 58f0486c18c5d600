package pingmark.kit.contents;

import java.io.Serializable;

/** Is what a serialized message says: fields of several types, and as much text as makes it as long as it is to be. */
final class Sample implements Serializable {
    private static final long serialVersionUID = 1;

    /** Libraries set the fields, some of them after they have made an empty one. */
    private long sequence;
    private double price;
    private int quantity;
    private String symbol;
    private String text;

    Sample() {
    }

    Sample(long sequence, double price, int quantity, String symbol, String text) {
        this.sequence = sequence;
        this.price = price;
        this.quantity = quantity;
        this.symbol = symbol;
        this.text = text;
    }

    long sequence() {
        return sequence;
    }

    double price() {
        return price;
    }

    int quantity() {
        return quantity;
    }

    String symbol() {
        return symbol;
    }

    String text() {
        return text;
    }

    boolean says(Sample other) {
        return sequence == other.sequence && price == other.price && quantity == other.quantity
                && other.symbol.equals(symbol) && other.text.equals(text);
    }
}
