package pingmark.kit.contents;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Google's protobuf, in the steps of the code that its compiler generates, so that a build needs no protoc. The Maven
 * profile protobuf compiles this class.
 */
final class Protobuf implements Serializer {
    private static final int SEQUENCE = 1;
    private static final int PRICE = 2;
    private static final int QUANTITY = 3;
    private static final int SYMBOL = 4;
    private static final int TEXT = 5;

    /** A tag is a field's number and, in its lowest bits, its wire type. */
    private static final int WIRE_TYPE_BITS = 3;
    private static final int FIXED_64 = 1;
    private static final int DELIMITED = 2;

    @Override
    public void write(Sample sample, OutputStream out) throws IOException {
        int size = CodedOutputStream.computeInt64Size(SEQUENCE, sample.sequence)
                + CodedOutputStream.computeDoubleSize(PRICE, sample.price)
                + CodedOutputStream.computeInt32Size(QUANTITY, sample.quantity)
                + CodedOutputStream.computeStringSize(SYMBOL, sample.symbol)
                + CodedOutputStream.computeStringSize(TEXT, sample.text);
        byte[] bytes = new byte[size];
        CodedOutputStream coded = CodedOutputStream.newInstance(bytes);
        coded.writeInt64(SEQUENCE, sample.sequence);
        coded.writeDouble(PRICE, sample.price);
        coded.writeInt32(QUANTITY, sample.quantity);
        coded.writeString(SYMBOL, sample.symbol);
        coded.writeString(TEXT, sample.text);
        coded.checkNoSpaceLeft();
        out.write(bytes);
    }

    @Override
    public Sample read(byte[] bytes, int length) throws IOException {
        CodedInputStream coded = CodedInputStream.newInstance(bytes, 0, length);
        long sequence = 0;
        double price = 0;
        int quantity = 0;
        String symbol = "";
        String text = "";
        for (int tag = coded.readTag(); tag != 0; tag = coded.readTag()) {
            switch (tag) {
                case SEQUENCE << WIRE_TYPE_BITS -> sequence = coded.readInt64();
                case PRICE << WIRE_TYPE_BITS | FIXED_64 -> price = coded.readDouble();
                case QUANTITY << WIRE_TYPE_BITS -> quantity = coded.readInt32();
                case SYMBOL << WIRE_TYPE_BITS | DELIMITED -> symbol = coded.readStringRequireUtf8();
                case TEXT << WIRE_TYPE_BITS | DELIMITED -> text = coded.readStringRequireUtf8();
                default -> coded.skipField(tag);
            }
        }
        return new Sample(sequence, price, quantity, symbol, text);
    }
}
