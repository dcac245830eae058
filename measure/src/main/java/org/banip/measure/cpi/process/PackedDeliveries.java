package org.banip.measure.cpi.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.banip.core.json.JsonWriter;

/** Sends the file of deliveries as events, compressed, because the network may be slow. */
final class PackedDeliveries implements BackEnd.Output {
    private static final int PART = 60_000;

    private final Console console;
    private List<String> parts = List.of();

    PackedDeliveries(Console console) {
        this.console = console;
    }

    @Override
    public void take(DeliveryTap tap, JsonWriter settled) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(packed), StandardCharsets.US_ASCII)) {
            tap.write(out);
        }
        String text = Base64.getEncoder().encodeToString(packed.toByteArray());
        List<String> all = new ArrayList<>();
        for (int from = 0; from < text.length(); from += PART) {
            all.add(text.substring(from, Math.min(text.length(), from + PART)));
        }
        parts = all;
        settled.field("parts", parts.size());
    }

    @Override
    public void rest() {
        parts.forEach(part -> console.say(Console.event("part").field("data", part)));
        parts = List.of();
    }
}
