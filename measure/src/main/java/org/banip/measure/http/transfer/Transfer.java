package org.banip.measure.http.transfer;

import java.util.List;
import java.util.stream.IntStream;

/** What one load transfers, and what its connections know of earlier ones. */
public sealed interface Transfer {
    /** Its name in results. */
    String token();

    /** Whether connections may resume an earlier TLS session; early data always do. */
    boolean resumes();

    /** Bytes of content, both ways. */
    int bytes();

    /**
     * The requests: the first, and those that follow when it has been answered.
     *
     * @param seed of contents
     */
    List<Request> requests(long seed);

    /** The transfer with this name. */
    static Transfer of(String token) {
        if (token.startsWith("page-")) {
            return new OfPage(Integer.parseInt(token.substring(5)));
        }
        return new OfAlarm(token.equals("alarm-resumed"));
    }

    /**
     * A page, loaded by somebody who has not been there before.
     *
     * @param kilobytes its size
     */
    record OfPage(int kilobytes) implements Transfer {
        /** Checks that there can be such a page. */
        public OfPage {
            if (kilobytes < 1 || kilobytes > Page.MOST_KILOBYTES) {
                throw new IllegalArgumentException(
                        "a page of " + kilobytes + " kB, allowed are 1 to " + Page.MOST_KILOBYTES);
            }
        }

        @Override
        public String token() {
            return "page-" + kilobytes;
        }

        @Override
        public boolean resumes() {
            return false;
        }

        @Override
        public int bytes() {
            return kilobytes * 1000;
        }

        @Override
        public List<Request> requests(long seed) {
            Page page = new Page(kilobytes, seed);
            return IntStream.range(0, page.objects()).mapToObj(page::request).toList();
        }
    }

    /**
     * An alarm.
     *
     * @param resumes whether its connection resumes an earlier session
     */
    record OfAlarm(boolean resumes) implements Transfer {
        @Override
        public String token() {
            return resumes ? "alarm-resumed" : "alarm-fresh";
        }

        @Override
        public int bytes() {
            return Alarm.BYTES;
        }

        @Override
        public List<Request> requests(long seed) {
            return List.of(Alarm.request(seed));
        }
    }
}
