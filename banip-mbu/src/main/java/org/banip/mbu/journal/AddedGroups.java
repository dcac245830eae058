package org.banip.mbu.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.jspecify.annotations.Nullable;

/** The groups that were added to the session of a journal. Each is noted as a registration of this group alone. */
public final class AddedGroups {
    /** Stands where a registration has its session: these documents are of no one. */
    private static final UUID NO_SESSION = UUID.fromString("00000000-0000-4000-8000-000000000000");

    private final byte[] digest;
    private final int first;
    private final List<RegistrationRequest> added = new ArrayList<>();

    AddedGroups(Contents contents) {
        digest = contents.state().digest;
        contents.added().forEach(document -> added.add(RegistrationRequest.fromJson(document)));
        first = contents.state().groups.size() - added.size();
    }

    /** What is noted of a group. */
    public static String document(RegistrationRequest of, SensorGroup group, String chain) {
        BanDescription alone = new BanDescription(of.ban().id(), Collections.singletonList(group));
        return RegistrationRequest.builder(NO_SESSION, chain, alone)
                .surrogateType(of.surrogateType())
                .build()
                .toJson();
    }

    /**
     * The registration with all groups of the session. An app may start with the groups of the first start, or with some of those that were added behind
     * them, in their order.
     *
     * @return null if the session had other groups, chains or another surrogate type
     */
    @Nullable
    RegistrationRequest whole(RegistrationRequest registration) {
        List<SensorGroup> groups = registration.ban().groups();
        int known = groups.size() - first;
        if (known < 0 || known > added.size() || !Arrays.equals(digest, Opened.digest(registration.ofFirst(first)))) {
            return null;
        }
        List<SensorGroup> all = new ArrayList<>(groups);
        Map<String, String> chains = new LinkedHashMap<>();
        for (int i = 0; i < added.size(); i++) {
            SensorGroup group = added.get(i).ban().groups().get(0);
            String chain = added.get(i).chain();
            if (i >= known) {
                all.add(group);
                chains.put(group.name(), chain);
            } else if (!groups.get(first + i).equals(group)
                    || !registration.chainOf(group.name()).equals(chain)) {
                return null;
            }
        }
        return registration.with(new BanDescription(registration.ban().id(), all), chains);
    }
}
