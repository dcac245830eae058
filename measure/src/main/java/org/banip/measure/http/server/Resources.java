package org.banip.measure.http.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.measure.http.transfer.Alarm;
import org.banip.measure.http.transfer.Page;

/** What the server has: the objects of pages, which are generated once, and a place for alarms. Any thread. */
final class Resources {
    private static final Pattern OBJECT = Pattern.compile("/page/(\\d{1,5})/(\\d{1,4})");
    private static final byte[] NOTHING = {};

    private final Map<Integer, Page> pages = new ConcurrentHashMap<>();
    private final long seed;

    Resources(long seed) {
        this.seed = seed;
    }

    /**
     * The body of the answer to a request, empty if there is no such resource.
     *
     * @param bytes length of the request's body
     * @param checksum CRC-32C of the request's body
     */
    byte[] answer(String path, long bytes, int checksum) {
        if (path.equals(Alarm.PATH)) {
            return Alarm.answer(bytes, checksum);
        }
        Matcher object = OBJECT.matcher(path);
        if (!object.matches()) {
            return NOTHING;
        }
        Page page = pages.computeIfAbsent(Integer.parseInt(object.group(1)), size -> new Page(size, seed));
        int number = Integer.parseInt(object.group(2));
        return number < page.objects() ? page.object(number) : NOTHING;
    }
}
