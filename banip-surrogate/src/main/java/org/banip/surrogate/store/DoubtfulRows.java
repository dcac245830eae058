package org.banip.surrogate.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.banip.core.text.Counted;

/** Rows of a store whose BAN is not known, because they are damaged: an erasure cannot tell whether they are of its BAN. One thread. */
final class DoubtfulRows implements CheckListener {
    private static final int MOST_NAMED = 20;

    /** The damages, each row once. */
    private final Map<String, String> rows = new LinkedHashMap<>();

    private DoubtfulRows() {}

    /**
     * Looks for them in all of a store.
     *
     * @return what is to be said of them; empty if there are none
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE} if the store cannot be read
     */
    static String of(StoreLocation location, String ban) {
        DoubtfulRows found = new DoubtfulRows();
        StoreCheck.run(location, found);
        return found.told(ban);
    }

    @Override
    public void found(StoreDamage damage) {
        if (hidesBan(damage)) {
            rows.putIfAbsent(damage.table() + ", " + damage.place(), damage.text());
        }
    }

    @Override
    public void lost(String place, LostSets sets) {
        // It concerns sensor sets of a group that is known.
    }

    @Override
    public void progress(String step, long done, long total) {
        // The erasure tells that it looks.
    }

    /** Whether the BAN, or the number by which the row belongs to one, may be what is damaged. */
    private static boolean hidesBan(StoreDamage damage) {
        String what = damage.what();
        boolean unreadable = what.contains(StoreDamage.UNREADABLE);
        return switch (damage.table()) {
            case "interconnect", "sensor_group", "alert" ->
                unreadable || what.equals(StoreDamage.CHECKSUM) || what.startsWith(StoreDamage.STRAY);
            // Those of an alert that is known are of its BAN.
            case "alert_step", "alert_delivery" -> unreadable || what.startsWith(StoreDamage.STRAY);
            case "item" -> !what.endsWith(StoreDamage.MISSING) && !what.startsWith(StoreDamage.UNORDERED);
            default -> false;
        };
    }

    private String told(String ban) {
        if (rows.isEmpty()) {
            return "";
        }
        String named = rows.values().stream().limit(MOST_NAMED).collect(Collectors.joining("\n  ", "\n  ", ""));
        int more = rows.size() - MOST_NAMED;
        return Counted.of(rows.size(), "damaged row") + " may hold data of BAN " + ban
                + ", because it cannot be read whose they are:" + named
                + (more > 0 ? "\n  and " + more + " more, which 'banip verify' names" : "")
                + "\nErase the BAN in a backup in which they are whole and go on with that one, or delete these rows with the database's shell"
                + " and run 'banip forget' once more";
    }
}
