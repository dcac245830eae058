package org.banip.wsb.announce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** Messages of multicast DNS, which are those of DNS with another meaning of a bit (RFC 6762, section 18). */
final class Records {
    /** In a question: answer me by unicast. In a record: forget what you knew of this name and type. */
    static final int TOP_BIT = 0x8000;

    private static final int LEGACY_SECONDS = 10;

    private Records() {}

    static boolean isInternet(Record record) {
        int dclass = record.getDClass() & ~TOP_BIT;
        return dclass == DClass.IN || dclass == DClass.ANY;
    }

    static boolean isSameData(Record one, Record other) {
        return Arrays.equals(one.rdataToWireCanonical(), other.rdataToWireCanonical());
    }

    /** "there are no other records in existence with the same name and type": all but shared ones get the bit. */
    private static Record cacheFlush(Record record, Announced of, int seconds) {
        int dclass = of.isShared(record) ? DClass.IN : DClass.IN | TOP_BIT;
        return Record.newRecord(record.getName(), record.getType(), dclass, seconds, record.rdataToWireCanonical());
    }

    private static Message response() {
        Message message = new Message(0);
        message.getHeader().setFlag(Flags.QR);
        message.getHeader().setFlag(Flags.AA);
        return message;
    }

    /** What everybody on the network is told. */
    static byte[] multicast(Announced of, List<Record> answers) {
        Message message = response();
        answers.forEach(record -> message.addRecord(cacheFlush(record, of, (int) record.getTTL()), Section.ANSWER));
        of.additional(answers)
                .forEach(
                        record -> message.addRecord(cacheFlush(record, of, (int) record.getTTL()), Section.ADDITIONAL));
        return message.toWire();
    }

    /** The broker goes away (RFC 6762, section 10.1). */
    static byte[] goodbye(Announced of) {
        Message message = response();
        of.ending().forEach(record -> message.addRecord(cacheFlush(record, of, 0), Section.ANSWER));
        return message.toWire();
    }

    /** For somebody who asked from another port, as DNS without multicast does (RFC 6762, section 6.7). */
    static byte[] legacy(Announced of, List<Record> answers, Message query) {
        Message message = response();
        message.getHeader().setID(query.getHeader().getID());
        query.getSection(Section.QUESTION).stream()
                .limit(1)
                .forEach(question -> message.addRecord(
                        Record.newRecord(question.getName(), question.getType(), question.getDClass() & ~TOP_BIT),
                        Section.QUESTION));
        answers.forEach(record -> message.addRecord(shortened(record), Section.ANSWER));
        of.additional(answers).forEach(record -> message.addRecord(shortened(record), Section.ADDITIONAL));
        return message.toWire();
    }

    private static Record shortened(Record record) {
        return Record.newRecord(
                record.getName(),
                record.getType(),
                DClass.IN,
                Math.min(record.getTTL(), LEGACY_SECONDS),
                record.rdataToWireCanonical());
    }

    /** Asks whether anybody has the names of a broker, and says what it will have (RFC 6762, section 8.1). */
    static byte[] probe(Announced of) {
        Message message = new Message(0);
        of.probes().forEach(question -> message.addRecord(question, Section.QUESTION));
        of.unique().forEach(record -> message.addRecord(record, Section.AUTHORITY));
        return message.toWire();
    }

    /** What a query asks for and does not know yet. */
    static List<Record> answers(Announced of, Message query) {
        List<Record> answers = new ArrayList<>();
        for (Record record : of.all()) {
            boolean asked = query.getSection(Section.QUESTION).stream()
                    .anyMatch(question -> isInternet(question)
                            && question.getName().equals(record.getName())
                            && (question.getType() == record.getType() || question.getType() == Type.ANY));
            boolean known = query.getSection(Section.ANSWER).stream()
                    .anyMatch(told -> told.equals(record) && told.getTTL() >= record.getTTL() / 2);
            if (asked && !known) {
                answers.add(record);
            }
        }
        return answers;
    }

    /** Whether both probe for one name at the same time, and the other one, whose data are greater, gets it (RFC 6762, section 8.2). */
    static boolean losesTo(Announced of, Message probe) {
        List<byte[]> own = data(of.unique(), of);
        List<byte[]> other = data(probe.getSection(Section.AUTHORITY), of);
        for (int r = 0; r < Math.min(own.size(), other.size()); r++) {
            int order = Arrays.compareUnsigned(own.get(r), other.get(r));
            if (order != 0) {
                return order < 0;
            }
        }
        return !other.isEmpty() && own.size() < other.size();
    }

    private static List<byte[]> data(List<Record> records, Announced of) {
        List<byte[]> all = new ArrayList<>();
        records.stream()
                .filter(record ->
                        of.unique().stream().anyMatch(own -> own.getName().equals(record.getName())))
                .sorted(Comparator.comparingInt(Record::getType))
                .forEach(record -> {
                    byte[] data = record.rdataToWireCanonical();
                    byte[] typed = new byte[2 + data.length];
                    typed[0] = (byte) (record.getType() >> Byte.SIZE);
                    typed[1] = (byte) record.getType();
                    System.arraycopy(data, 0, typed, 2, data.length);
                    all.add(typed);
                });
        all.sort(Arrays::compareUnsigned);
        return all;
    }
}
