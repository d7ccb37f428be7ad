"""The look: tokens, colours, fonts, icons. The only room that names a colour."""
