package org.banip.surrogate.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.banip.core.json.JsonObject;

/** An open stream of server-sent events, read event by event on the test's thread. */
public final class EventWire implements AutoCloseable {
    private final HttpWire wire;
    private final WireAnswer head;
    private final StringBuilder text = new StringBuilder();
    private String last = "";
    private String lastId = "";

    /** Opens one. */
    public EventWire(URI base, String path, Map<String, String> headers) throws IOException {
        wire = new HttpWire(base, headers);
        wire.begin("GET", path);
        head = wire.answerHead();
    }

    /** The head of the answer. */
    public WireAnswer head() {
        return head;
    }

    private String block() throws IOException {
        while (text.indexOf("\n\n") < 0) {
            byte[] chunk = wire.readChunk();
            if (chunk.length == 0) {
                throw new EOFException("the events ended");
            }
            text.append(new String(chunk, StandardCharsets.UTF_8));
        }
        int end = text.indexOf("\n\n");
        String block = text.substring(0, end);
        text.delete(0, end + 2);
        int id = block.indexOf("\nid: ");
        if (id >= 0) {
            lastId = block.substring(id + 5, block.indexOf('\n', id + 5));
        }
        return block;
    }

    /** The data of the next event of this name, others are passed over. */
    public JsonObject next(String name) throws IOException {
        String block = block();
        while (!block.startsWith("event: " + name + "\n")) {
            block = block();
        }
        last = block.substring(block.indexOf("data: ") + 6);
        return JsonObject.parse(last);
    }

    /** The data of the last event, as it came. */
    public String lastText() {
        return last;
    }

    /** The id that came last, with which a viewer comes back. */
    public String lastId() {
        return lastId;
    }

    /** Waits for a comment. */
    public void awaitComment() throws IOException {
        String block = block();
        while (!block.startsWith(":")) {
            block = block();
        }
    }

    /** Passes over all events to the end of the answer. */
    public void awaitEnd() throws IOException {
        try {
            while (true) {
                block();
            }
        } catch (EOFException e) {
            // This is what was waited for.
        }
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
