package org.banip.gateway.spool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.journal.RecordBody;
import org.banip.mbu.journal.SegmentReader;

/** What the records of a file of marks say, of each group in the order of the offers. Bounded. One thread. */
final class MarkList {
    /** Of a group. */
    static final int MOST = 1_024;

    /** All marks before it are stored by the host. */
    static final int STORED_TYPE = 2;

    private final Map<Integer, LinkedHashMap<MessageKey, Mark>> groups = new TreeMap<>();
    private int endOfLast;

    /** Reads whole records. A damaged one may have withdrawn the last mark of any group, so these are not believed. */
    static MarkList of(byte[] file) throws IOException {
        MarkList list = new MarkList();
        new SegmentReader(file).read(list::take);
        return list;
    }

    private void take(RecordBody record) {
        if (record.start() != endOfLast) {
            forgetTheLast();
        }
        endOfLast = record.at() + record.left();
        int type = (int) record.number(1);
        if (type == STORED_TYPE) {
            groups.values().forEach(marks -> marks.replaceAll((key, mark) -> mark.isStored()));
        } else if (type == Mark.TYPE) {
            put(Mark.read(record));
        } else {
            throw new BanipException(ErrorCode.UNSUPPORTED_VERSION, "a record of type " + type + " is not known");
        }
    }

    private void put(Mark mark) {
        LinkedHashMap<MessageKey, Mark> marks = groups.computeIfAbsent(mark.group(), first -> new LinkedHashMap<>());
        marks.remove(mark.key()); // it is the newest now
        if (mark.units() > 0) {
            marks.put(mark.key(), mark);
        }
        if (marks.size() > MOST) {
            marks.remove(marks.keySet().iterator().next());
        }
    }

    private void forgetTheLast() {
        for (LinkedHashMap<MessageKey, Mark> marks : groups.values()) {
            Iterator<Mark> each = marks.values().iterator();
            Mark last = null;
            while (each.hasNext()) {
                last = each.next();
            }
            if (last != null && !last.stored()) {
                marks.remove(last.key());
            }
        }
    }

    /** The marks of a group. */
    List<Mark> of(int group) {
        Map<MessageKey, Mark> marks = groups.get(group);
        return marks == null ? List.of() : new ArrayList<>(marks.values());
    }

    /** All marks, one group after the other. */
    List<Mark> all() {
        List<Mark> all = new ArrayList<>();
        groups.values().forEach(marks -> all.addAll(marks.values()));
        return all;
    }
}
