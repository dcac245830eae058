package org.banip.river;

import java.util.Map;
import net.jini.config.AbstractConfiguration;
import net.jini.config.ConfigurationException;
import net.jini.config.NoSuchEntryException;

/** A Jini configuration whose entries stand in a map, named {@code component.entry}. */
final class MapConfiguration extends AbstractConfiguration {
    private final Map<String, Object> entries;

    MapConfiguration(Map<String, Object> entries) {
        this.entries = Map.copyOf(entries);
    }

    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected Object getEntryInternal(String component, String name, Class type, Object data)
            throws ConfigurationException {
        Object value = entries.get(component + "." + name);
        if (value == null) {
            throw new NoSuchEntryException("no entry " + component + "." + name);
        }
        return type.isPrimitive() ? new Primitive(value) : value;
    }
}
