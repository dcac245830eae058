package org.banip.emulator.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * The links between the mobile and the fixed host, with the name that results have.
 *
 * @param name of one profile, or of several joined by {@code +}
 * @param about source of its figures
 * @param links one or more; the first is the one that is used by default
 */
public record LinkProfile(String name, String about, List<LinkSettings> links) {
    private static final List<String> NAMES =
            List.of("gprs-1slot", "gprs-2slot", "gprs-moving", "edge", "umts", "3g", "lte", "wifi", "adsl", "lan");
    private static final int MAX_LINKS = 8;

    /** 1 to 8 links. */
    public LinkProfile {
        links = List.copyOf(links);
        Limits.count("number of links", links.size(), 1, MAX_LINKS);
    }

    /** A profile of one link. */
    public static LinkProfile of(LinkSettings link) {
        return new LinkProfile(link.name(), "", List.of(link));
    }

    /** The profiles that come with BANip. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * A profile that comes with BANip, or several at once: {@code wifi+lte}.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static LinkProfile named(String name) {
        List<LinkProfile> parts = new ArrayList<>();
        for (String part : name.split("\\+", -1)) {
            parts.add(resource(part));
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        String about = parts.stream().map(LinkProfile::about).collect(Collectors.joining(" | "));
        return new LinkProfile(
                name, about, parts.stream().flatMap(part -> part.links.stream()).toList());
    }

    private static LinkProfile resource(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no link profile '" + name + "'; there are " + String.join(", ", NAMES)
                    + ", and several joined by +");
        }
        try (InputStream in = LinkProfile.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("link profile " + name + " is missing from the jar");
            }
            return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A profile in a file, named after the file.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_REQUEST} if it is not as docs/link.md describes
     */
    public static LinkProfile read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        return parse(name.endsWith(".json") ? name.substring(0, name.length() - 5) : name, Files.readString(file));
    }

    static LinkProfile parse(String name, String json) {
        return new ProfileReader(name).profile(JsonObject.parse(json));
    }

    /** The same with each link changed. */
    public LinkProfile map(UnaryOperator<LinkSettings> change) {
        return new LinkProfile(name, about, links.stream().map(change).toList());
    }

    /** The profile as JSON that {@link #read} can read. */
    public String toJson() {
        JsonWriter json = new JsonWriter().beginObject();
        writeTo(json);
        return json.endObject().toString();
    }

    /** Writes the profile's name and fields to an object. */
    public void writeTo(JsonWriter json) {
        json.field("name", name).field("about", about);
        ProfileWriter.links(json, links);
    }
}
