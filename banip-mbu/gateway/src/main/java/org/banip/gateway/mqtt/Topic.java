package org.banip.gateway.mqtt;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A topic of a gateway: {@code banip/BAN/GROUP}, or {@code banip/BAN/$description}.
 *
 * @param ban the BAN's id
 * @param group the group's name; empty for a description
 */
record Topic(String ban, Optional<String> group) {
    private static final Pattern FORM =
            Pattern.compile("banip/([A-Za-z0-9._-]{1,64})/(?:([a-z0-9._-]{1,32})|\\$description)");

    /** Reads it; empty if it is none. */
    static Optional<Topic> parse(String text) {
        Matcher topic = FORM.matcher(text);
        return topic.matches()
                ? Optional.of(new Topic(topic.group(1), Optional.ofNullable(topic.group(2))))
                : Optional.empty();
    }
}
