package org.banip.surrogate.jini.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jini.core.entry.Entry;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.attribute.RegistrationLease;
import org.banip.surrogate.jini.attribute.Sensors;

/**
 * What a host tells lookup services of its surrogates, beside their addresses.
 *
 * @param hostName what it calls itself
 * @param lease how long registrations last without renewal
 * @param discreet whether the attributes leave out what is known of the BAN: id, type and sensors
 */
record ServiceAttributes(String hostName, Duration lease, boolean discreet) {
    /** Most characters of names and labels of groups. A lookup service takes 32 KiB in all. */
    private static final int MOST_OF_GROUPS = 6000;

    /** What surrounds the text of one. */
    private static final int REST_OF_A_GROUP = 100;

    /** The attributes of one. Groups for which there is no room are left out. */
    Entry[] of(SurrogateDescription surrogate) {
        Ban ban = new Ban();
        ban.host = hostName;
        ban.session = surrogate.session().toString();
        ban.activatedNanos = surrogate.activatedNanos();
        if (discreet) {
            return new Entry[] {ban, new RegistrationLease(lease.toMillis())};
        }
        ban.id = surrogate.ban().id();
        ban.surrogateType = withoutQuery(surrogate.surrogateType());
        List<Entry> all = new ArrayList<>();
        all.add(ban);
        all.add(new RegistrationLease(lease.toMillis()));
        int room = MOST_OF_GROUPS;
        for (SensorGroup group : surrogate.ban().groups()) {
            room -= length(group);
            if (room >= 0) {
                all.add(Sensors.of(group));
            }
        }
        return all.toArray(Entry[]::new);
    }

    private static int length(SensorGroup group) {
        int labels = group.channels().stream()
                .mapToInt(channel -> channel.label().length() + 1)
                .sum();
        return REST_OF_A_GROUP + group.name().length() + labels;
    }

    /** The query of a jar's URL may have a secret. */
    private static String withoutQuery(String type) {
        int query = type.indexOf('?');
        return query < 0 ? type : type.substring(0, query);
    }
}
