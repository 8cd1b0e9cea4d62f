// Functions that hidden_test.go calls in the page.
({
  // Returns the places of the page that contain a character: its title, attributes and texts.
  find(character) {
    const places = document.title.includes(character) ? ["the title"] : [];
    for (const element of $$deep("*")) {
      const { localName, className, attributes, childNodes } = element;
      for (const { name, value } of attributes)
        if (!name.startsWith("data-") && value.includes(character)) places.push(`${localName}.${className} ${name}`);
      for (const node of childNodes)
        if (node instanceof Text && node.data.includes(character)) places.push(`text of ${localName}.${className}`);
    }
    return places;
  },
});
